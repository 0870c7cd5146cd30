//! Seccomp: which system calls are answered at all; the others get "not permitted". Libraries have a short list,
//! programs a long one that leaves out what reaches other processes, the network or the kernel.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter, sock_filter,
};

use super::LockError;

/// Who is being locked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Policy {
    /// A library, in this very process.
    Library,
    /// WebAssembly, in this very process: its code makes no system calls, only the engine does.
    Module,
    /// A program that is started next.
    Program,
}

/// What the engine of a module calls: memory, its socket, its log.
const MODULE: &[i64] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_mremap,
    libc::SYS_brk,
    libc::SYS_futex,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigprocmask,
    libc::SYS_sigaltstack,
    libc::SYS_clock_gettime,
    libc::SYS_gettimeofday,
    libc::SYS_getrandom,
    libc::SYS_close,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// What a library may call: memory, threads, time, files that landlock lets it open.
const LIBRARY: &[i64] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_lseek,
    libc::SYS_open,
    libc::SYS_openat,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_access,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_getdents64,
    libc::SYS_readlink,
    libc::SYS_readlinkat,
    libc::SYS_getcwd,
    libc::SYS_dup,
    libc::SYS_dup2,
    libc::SYS_dup3,
    libc::SYS_pipe,
    libc::SYS_pipe2,
    libc::SYS_eventfd2,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_getppid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getpgrp,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_getrandom,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_time,
    libc::SYS_times,
    libc::SYS_getrusage,
    libc::SYS_getrlimit,
    libc::SYS_alarm,
    libc::SYS_setitimer,
    libc::SYS_getitimer,
    libc::SYS_pause,
    libc::SYS_restart_syscall,
    libc::SYS_futex,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_rseq,
    libc::SYS_membarrier,
    libc::SYS_set_tid_address,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_getcpu,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_getpriority,
    libc::SYS_clone3,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_arch_prctl,
    libc::SYS_poll,
    libc::SYS_ppoll,
    libc::SYS_select,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_wait,
    libc::SYS_epoll_pwait,
];

/// What a program may not call.
const PROGRAM_DENIED: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kcmp,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_setup,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_ioperm,
    libc::SYS_iopl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_personality,
    libc::SYS_mknod,
    libc::SYS_mknodat,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_lookup_dcookie,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    libc::SYS_setpriority,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setattr,
    libc::SYS_memfd_secret,
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_chown,
    libc::SYS_fchown,
    libc::SYS_lchown,
    libc::SYS_fchownat,
];

/// What leaves the process group or signals others: denied where there is no process namespace to hold it.
const ESCAPES: &[i64] = &[libc::SYS_setsid, libc::SYS_setpgid];
const SIGNALS: &[i64] = &[libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill];

/// The last system call that the long list knows (`futex_requeue` and its neighbours stay out).
const LAST_KNOWN: i64 = libc::SYS_futex_waitv;

const NEW_NAMESPACES: u64 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u64;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// The filters of one policy, in the order in which they are put on.
type Filters = Vec<BpfProgram>;

/// Filters made ahead, by policy: those of a player that has process numbers of its own.
static READY: OnceLock<Vec<(Policy, Filters)>> = OnceLock::new();

/// The number of the first process of a namespace.
const FIRST: u32 = 1;

/// Makes the filters that most players need, for a host that is started ahead.
pub(crate) fn prepare() {
    READY.get_or_init(|| {
        let policies = [Policy::Library, Policy::Module, Policy::Program];
        policies.into_iter().filter_map(|policy| Some((policy, filters(policy, FIRST, true).ok()?))).collect()
    });
}

/// Locks; says whether the kernel took it.
pub(super) fn restrict(policy: Policy, has_namespaces: bool) -> Result<bool, LockError> {
    // SAFETY: asks for the mode only.
    if unsafe { libc::prctl(libc::PR_GET_SECCOMP, 0, 0, 0, 0) } < 0 {
        return Ok(false);
    }
    let own = std::process::id();
    let is_usual = match policy {
        Policy::Library => has_namespaces && own == FIRST,
        Policy::Module => true,
        Policy::Program => has_namespaces,
    };
    let ready =
        READY.get().filter(|_| is_usual).and_then(|all| all.iter().find(|(known, _)| *known == policy));
    let made;
    let filters = match ready {
        Some((_, filters)) => filters,
        None => {
            made = filters(policy, own, has_namespaces)?;
            &made
        }
    };
    for filter in filters {
        apply_filter(filter).map_err(|e| LockError::Seccomp(e.to_string()))?;
    }
    Ok(true)
}

fn filters(policy: Policy, own: u32, has_namespaces: bool) -> Result<Filters, LockError> {
    let rules = match policy {
        Policy::Library => library_rules(own),
        Policy::Module => return Ok(vec![module_filter()]),
        Policy::Program => program_rules(own, has_namespaces),
    };
    let rules = rules.map_err(|e| LockError::Seccomp(e.to_string()))?;
    let main = compile(rules, SeccompAction::Errno(libc::EPERM as u32), SeccompAction::Allow)?;
    // Its arguments are in memory, where no filter can look; without it the C library falls back to clone.
    let no_clone3 = Rules::from([(libc::SYS_clone3, vec![])]);
    let no_clone3 = compile(no_clone3, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS as u32))?;
    Ok(vec![no_clone3, main])
}

/// The filter of a module, a fifth as long as a general one: the kernel tries a new filter on every call that there is, and
/// that would be a good part of the time that a module takes to be ready.
fn module_filter() -> BpfProgram {
    /// Where the kernel shows a filter the call's number and the processor's.
    const NUMBER: u32 = 0;
    const PROCESSOR: u32 = 4;
    let arch: u32 = if cfg!(target_arch = "x86_64") { 0xC000_003E } else { 0xC000_00B7 };
    let load = |k| sock_filter { code: (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16, jt: 0, jf: 0, k };
    let skip_if =
        |k, jt, jf| sock_filter { code: (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16, jt, jf, k };
    let answer = |k| sock_filter { code: (libc::BPF_RET | libc::BPF_K) as u16, jt: 0, jf: 0, k };
    let n_calls = MODULE.len();
    let calls = MODULE.iter().enumerate().map(|(i, &call)| skip_if(call as u32, (n_calls - i) as u8, 0));
    let mut filter =
        vec![load(PROCESSOR), skip_if(arch, 1, 0), answer(libc::SECCOMP_RET_KILL_PROCESS), load(NUMBER)];
    filter.extend(calls);
    filter.extend([answer(libc::SECCOMP_RET_ERRNO | libc::EPERM as u32), answer(libc::SECCOMP_RET_ALLOW)]);
    filter
}

fn compile(rules: Rules, otherwise: SeccompAction, matched: SeccompAction) -> Result<BpfProgram, LockError> {
    let arch = if cfg!(target_arch = "x86_64") { TargetArch::x86_64 } else { TargetArch::aarch64 };
    let filter = SeccompFilter::new(rules, otherwise, matched, arch);
    filter.and_then(BpfProgram::try_from).map_err(|e| LockError::Seccomp(e.to_string()))
}

fn library_rules(own: u32) -> Result<Rules, seccompiler::BackendError> {
    let own = u64::from(own);
    let mut rules: Rules = LIBRARY.iter().map(|&call| (call, vec![])).collect();
    let thread = u64::from(libc::CLONE_THREAD as u32);
    rules.insert(libc::SYS_clone, vec![masked(0, thread, thread)?]);
    rules.insert(libc::SYS_tgkill, vec![equal(0, own)?]);
    rules.insert(libc::SYS_kill, vec![equal(0, own)?]);
    let plain =
        [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC, libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_SETFL];
    let fcntl = plain.iter().map(|&command| equal(1, command as u64)).collect::<Result<_, _>>()?;
    rules.insert(libc::SYS_fcntl, fcntl);
    rules.insert(
        libc::SYS_prctl,
        vec![equal(0, libc::PR_SET_NAME as u64)?, equal(0, libc::PR_GET_NAME as u64)?],
    );
    // Reading limits is fine, setting them is not.
    rules.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![is(2, SeccompCmpOp::Eq, 0)?])?]);
    Ok(rules)
}

fn program_rules(own: u32, has_namespaces: bool) -> Result<Rules, seccompiler::BackendError> {
    let mut rules: Rules = (0..=LAST_KNOWN).map(|call| (call, vec![])).collect();
    PROGRAM_DENIED.iter().for_each(|call| drop(rules.remove(call)));
    rules.insert(libc::SYS_clone, vec![masked(0, NEW_NAMESPACES, 0)?]);
    if !has_namespaces {
        ESCAPES.iter().for_each(|call| drop(rules.remove(call)));
        for &call in SIGNALS {
            rules.insert(call, vec![equal(0, own.into())?]);
        }
    }
    Ok(rules)
}

fn is(argument: u8, op: SeccompCmpOp, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, op, value)
}

/// The lower half is what the kernel reads of an int; the upper may hold rubbish.
fn equal(argument: u8, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)?;
    SeccompRule::new(vec![condition])
}

fn masked(argument: u8, mask: u64, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(vec![is(argument, SeccompCmpOp::MaskedEq(mask), value)?])
}
