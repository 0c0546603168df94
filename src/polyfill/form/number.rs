//! Numbers in attributes.
//!
//! <https://html.spec.whatwg.org/multipage/common-microsyntaxes.html#floating-point-numbers>

use wasm_bindgen::JsValue;

use super::Dom;

impl Dom {
    /// The number that an attribute holds, if it is a valid one.
    pub(super) fn number(&self, element: &JsValue, attribute: &str) -> Option<f64> {
        let text = self.attribute(element, attribute)?;
        if !is_floating_point_number(&text) {
            return None;
        }
        // JavaScript reads it: a parser of our own would be a fifth of the module.
        let number = JsValue::from_str(&text).unchecked_into_f64();
        number.is_finite().then_some(number)
    }
}

/// As browsers take it, which is as HTML has it, and with leading zeros.
fn is_floating_point_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (significand, exponent) = match text.split_once(['e', 'E']) {
        Some((significand, exponent)) => (significand, exponent.strip_prefix(['+', '-']).unwrap_or(exponent)),
        None => (text, "0"),
    };
    let is_significand = match significand.split_once('.') {
        Some((integer, fraction)) => (integer.is_empty() || is_digits(integer)) && is_digits(fraction),
        None => is_digits(significand),
    };
    is_significand && is_digits(exponent)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a number is a multiple of a step, but for what the binary numbers lack.
pub(super) fn is_multiple(number: f64, step: f64) -> bool {
    let steps = number / step;
    (steps - steps.round_ties_even()).abs() < 1e-9
}

#[cfg(test)]
mod tests {
    use super::{is_floating_point_number, is_multiple};

    #[test]
    fn numbers_are_those_of_html() {
        for text in
            ["0", "-0", "05", "5", "-5", "0.5", ".5", "-.5", "1e3", "1E+3", "1.5e-3", "12345678901234567890"]
        {
            assert!(is_floating_point_number(text), "{text}");
        }
        for text in [
            "", "-", "+5", " 5", "5 ", "5.", ".", "e5", "1e", "1e+", "--5", "1.2.3", "0x10", "Infinity",
            "NaN", "٣",
        ] {
            assert!(!is_floating_point_number(text), "{text}");
        }
    }

    #[test]
    fn multiples_are_those_of_decimal_numbers() {
        for (number, step) in
            [(0.0, 1.0), (4.0, 2.0), (-4.0, 2.0), (0.3, 0.1), (0.2, 0.1), (1_234_567.891, 0.001), (1e21, 1.0)]
        {
            assert!(is_multiple(number, step), "{number} {step}");
        }
        for (number, step) in [(1.0, 2.0), (0.5, 1.0), (0.1, 0.123_456)] {
            assert!(!is_multiple(number, step), "{number} {step}");
        }
    }
}
