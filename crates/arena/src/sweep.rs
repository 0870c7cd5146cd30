//! Parameter sweeps: `alphabeta:depth=1..6` is six players, `depth=1..6,eval=area|mobility` twelve.

/// More players than this is a slip of the finger.
const MOST: usize = 1000;

/// A sweep that cannot be written out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// The range runs backwards or is no range of whole numbers.
    #[error("`{spec}`: `{value}` is not a range: write it as 1..6 or 10..100/10")]
    Range {
        /// The player.
        spec: String,
        /// The value.
        value: String,
    },
    /// The product of the ranges is too large.
    #[error("`{0}` makes more than {MOST} players: narrow the ranges")]
    TooMany(String),
}

/// The players that a spec stands for: itself, if it sweeps over nothing.
///
/// Ranges include both ends. Only strategies by name are swept, never files or commands.
pub fn expand(spec: &str) -> Result<Vec<String>, SweepError> {
    let Some((name, params)) = spec.split_once(':').filter(|(name, _)| is_strategy_name(name)) else {
        return Ok(vec![spec.to_owned()]);
    };
    if !params.contains("..") && !params.contains('|') {
        return Ok(vec![spec.to_owned()]);
    }
    let mut specs = vec![format!("{name}:")];
    for (at, param) in params.split(',').enumerate() {
        let values = values_of(spec, param)?;
        let comma = if at == 0 { "" } else { "," };
        specs = specs
            .iter()
            .flat_map(|prefix| values.iter().map(move |value| format!("{prefix}{comma}{value}")))
            .take(MOST + 1)
            .collect();
        if specs.len() > MOST {
            return Err(SweepError::TooMany(spec.to_owned()));
        }
    }
    Ok(specs)
}

/// The parameter that a sweep varies, with its value in this player, for the axis of a plot.
pub fn swept_value(sweep: &str, player: &str) -> Option<(String, String)> {
    let params = |spec: &str| -> Vec<(String, String)> {
        let params = spec.split_once(':').map_or("", |(_, params)| params);
        params
            .split(',')
            .filter_map(|p| p.split_once('='))
            .map(|(k, v)| (k.to_owned(), v.to_owned()))
            .collect()
    };
    let varied = params(sweep).into_iter().find(|(_, value)| value.contains("..") || value.contains('|'))?;
    params(player).into_iter().find(|(key, _)| *key == varied.0)
}

fn is_strategy_name(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        && !matches!(name, "ugi" | "uai" | "gtp" | "nboard" | "botzone" | "contest" | "tcp" | "blobwar")
}

fn values_of(spec: &str, param: &str) -> Result<Vec<String>, SweepError> {
    let Some((key, value)) = param.split_once('=') else { return Ok(vec![param.to_owned()]) };
    let with_key = |value: &str| format!("{key}={value}");
    if value.contains('|') {
        return Ok(value.split('|').map(with_key).collect());
    }
    let Some((from, rest)) = value.split_once("..") else { return Ok(vec![param.to_owned()]) };
    let (to, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let wrong = || SweepError::Range { spec: spec.to_owned(), value: value.to_owned() };
    let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    let (from, to, step) = (number(from)?, number(to)?, number(step)?);
    if from > to || step == 0 {
        return Err(wrong());
    }
    if (to - from) / step >= MOST as u64 {
        return Err(SweepError::TooMany(spec.to_owned()));
    }
    Ok((from..=to).step_by(step as usize).map(|n| with_key(&n.to_string())).collect())
}
