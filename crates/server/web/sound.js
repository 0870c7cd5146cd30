// @ts-check
/** A short sound for each move, made here: off until somebody turns it on. */

/** @type {AudioContext|null} */
let context = null;

/** Whether moves are heard. */
export const isLoud = () => localStorage.getItem("sound") === "on";

/** Turns the sound on or off; on, it is heard at once. */
export function toggle() {
  localStorage.setItem("sound", isLoud() ? "off" : "on");
  tick(true);
}

/** A knock, higher when it is one's own turn. @param {boolean} high */
export function tick(high) {
  if (!isLoud()) return;
  context ??= new AudioContext();
  const tone = context.createOscillator(), volume = context.createGain(), now = context.currentTime;
  tone.frequency.value = high ? 660 : 440;
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
