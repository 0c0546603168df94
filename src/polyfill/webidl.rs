//! Conversions of Web IDL as Chromium makes them: the same order, the same messages.
//!
//! <https://webidl.spec.whatwg.org/#js-type-mapping>

use js_sys::JsString;
use wasm_bindgen::{JsCast, JsValue};

use super::ModelContext;
use super::names::{Member, Names};
use super::platform::Platform;

/// The method whose arguments are converted; its name stands in every message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation<'a> {
    platform: &'a Platform,
    names: &'a Names,
    name: &'static str,
}

impl ModelContext {
    pub(super) fn operation(&self, name: &'static str) -> Operation<'_> {
        Operation { platform: &self.platform, names: &self.names, name }
    }
}

impl<'a> Operation<'a> {
    pub(super) fn type_error(&self, message: &str) -> JsValue {
        let text = concat(&["Failed to execute '", self.name, "' on 'ModelContext': ", message]);
        self.platform.type_error(&text)
    }

    /// Refuses a call with fewer arguments than the method needs, which is one for each that needs any.
    pub(super) fn require_argument(&self, present: u32) -> Result<(), JsValue> {
        if present > 0 {
            return Ok(());
        }
        Err(self.type_error("1 argument required, but only 0 present."))
    }

    /// A dictionary that must be given.
    pub(super) fn dictionary<'v>(
        self,
        value: &'v JsValue,
        name: &'static str,
    ) -> Result<Dictionary<'a, 'v>, JsValue> {
        let dictionary = self.optional_dictionary(value, name)?;
        match dictionary.value {
            Some(_) => Ok(dictionary),
            None => Err(self.type_error(&not_of_type(name))),
        }
    }

    /// A dictionary that is empty where it is not given.
    pub(super) fn optional_dictionary<'v>(
        self,
        value: &'v JsValue,
        name: &'static str,
    ) -> Result<Dictionary<'a, 'v>, JsValue> {
        if value.is_undefined() || value.is_null() {
            return Ok(Dictionary { operation: self, name, value: None });
        }
        if !is_object(value) {
            return Err(self.type_error(&not_of_type(name)));
        }
        Ok(Dictionary { operation: self, name, value: Some(value) })
    }

    /// The JSON text of an object. What its `toJSON` and getters throw is thrown as it is.
    pub(super) fn json_text(&self, value: &JsValue, what: &str) -> Result<JsString, JsValue> {
        match self.platform.stringify(value) {
            Ok(Some(text)) => Ok(text),
            Ok(None) => Err(self.type_error(&concat(&["invalid ", what, ": toJSON() returns undefined"]))),
            Err(error) if self.platform.is_serialization_error(&error) => {
                let message: JsString = error.unchecked_into::<js_sys::Error>().message();
                Err(self.type_error(&String::from(message)))
            }
            Err(error) => Err(error),
        }
    }
}

/// The members of one argument, read one by one in the order of their names.
#[derive(Debug)]
pub(super) struct Dictionary<'a, 'v> {
    operation: Operation<'a>,
    name: &'static str,
    value: Option<&'v JsValue>,
}

impl Dictionary<'_, '_> {
    pub(super) fn member(&self, key: Member) -> Result<Option<JsValue>, JsValue> {
        match (self.value, self.operation.names.get(key)) {
            (Some(value), Some(key)) => self.operation.platform.get(value, key),
            _ => Ok(None),
        }
    }

    pub(super) fn required(&self, key: Member) -> Result<JsValue, JsValue> {
        self.member(key)?.ok_or_else(|| self.unreadable(key, "Required member is undefined."))
    }

    pub(super) fn string(&self, key: Member) -> Result<Option<JsString>, JsValue> {
        self.member(key)?.map(|value| self.to_string(key, &value)).transpose()
    }

    pub(super) fn required_string(&self, key: Member) -> Result<JsString, JsValue> {
        self.to_string(key, &self.required(key)?)
    }

    fn to_string(&self, key: Member, value: &JsValue) -> Result<JsString, JsValue> {
        if value.is_symbol() {
            return Err(self.unreadable(key, "Cannot convert a Symbol value to a string"));
        }
        self.operation.platform.to_string(value)
    }

    fn boolean(&self, key: Member) -> Result<bool, JsValue> {
        Ok(self.member(key)?.is_some_and(|value| value.is_truthy()))
    }

    pub(super) fn object(&self, key: Member) -> Result<Option<JsValue>, JsValue> {
        match self.member(key)? {
            Some(value) if !is_object(&value) => {
                Err(self.unreadable(key, "Failed to convert value to 'object'."))
            }
            member => Ok(member),
        }
    }

    pub(super) fn required_function(&self, key: Member) -> Result<JsValue, JsValue> {
        let value = self.required(key)?;
        if value.is_function() {
            return Ok(value);
        }
        Err(self.unreadable(key, "The given value is not a function."))
    }

    /// A signal of any realm, but nothing that only looks like one.
    pub(super) fn abort_signal(&self, key: Member) -> Result<Option<JsValue>, JsValue> {
        match self.member(key)? {
            Some(value) if !self.operation.platform.is_abort_signal(&value) => {
                Err(self.unreadable(key, "Failed to convert value to 'AbortSignal'."))
            }
            member => Ok(member),
        }
    }

    pub(super) fn required_window(&self, key: Member) -> Result<JsValue, JsValue> {
        let value = self.required(key)?;
        if self.operation.platform.is_window(&value) {
            return Ok(value);
        }
        Err(self.unreadable(key, "Failed to convert value to 'Window'."))
    }

    pub(super) fn strings(&self, key: Member) -> Result<Option<Vec<JsString>>, JsValue> {
        let Some(value) = self.member(key)? else {
            return Ok(None);
        };
        if !is_object(&value) {
            return Err(self.unreadable(key, "The provided value cannot be converted to a sequence."));
        }
        let Some(sequence) = self.operation.platform.sequence(&value)? else {
            return Err(self.unreadable(key, "The object must have a callable @@iterator property."));
        };
        sequence.iter().map(|item| self.to_string(key, &item)).collect::<Result<_, _>>().map(Some)
    }

    /// The hints of a tool; `null` gives those of an empty dictionary.
    ///
    /// <https://webmachinelearning.github.io/webmcp/#dictdef-toolannotations>
    pub(super) fn annotations(&self) -> Result<Option<JsValue>, JsValue> {
        let Some(value) = self.member(Member::Annotations)? else { return Ok(None) };
        let name = "ToolAnnotations";
        if !value.is_null() && !is_object(&value) {
            return Err(self.unreadable(Member::Annotations, &not_of_type(name)));
        }
        let hints = self.operation.optional_dictionary(&value, name)?;
        Ok(Some(self.operation.platform.annotations(
            hints.boolean(Member::ConsequentialHint)?,
            hints.boolean(Member::Debugging)?,
            hints.boolean(Member::ReadOnlyHint)?,
            hints.boolean(Member::UntrustedContentHint)?,
        )))
    }

    fn unreadable(&self, key: Member, message: &str) -> JsValue {
        let text =
            concat(&["Failed to read the '", key.name(), "' property from '", self.name, "': ", message]);
        self.operation.type_error(&text)
    }
}

fn not_of_type(name: &str) -> String {
    concat(&["The provided value is not of type '", name, "'."])
}

/// One text of several; that of `slice::concat` takes a kilobyte more.
pub(super) fn concat(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts {
        text.push_str(part);
    }
    text
}

pub(super) fn is_object(value: &JsValue) -> bool {
    value.is_object() || value.is_function()
}
