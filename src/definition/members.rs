//! Reading the members of what somebody wrote by hand, so that whatever is wrong is named.

use js_sys::JsString;
use wasm_bindgen::prelude::*;

use crate::js;
use crate::rejection::type_error;
use crate::result::error_text;
use crate::sentences::joined;
use crate::validate::shown;

/// One object of a definition. `null` is as good as no member.
#[derive(Debug)]
pub(super) struct Members<'a> {
    /// How every error begins: `The tool definition "x"`.
    subject: &'a str,
    /// Where in the definition it stands: `parameters[2]`; the definition itself is the empty text.
    path: String,
    object: JsValue,
}

type Read<T> = Result<T, JsValue>;

impl<'a> Members<'a> {
    /// The definition itself.
    ///
    /// # Errors
    /// A `TypeError` if it is no object.
    pub(super) fn of(object: &JsValue, subject: &'a str) -> Read<Self> {
        Self::at(object, subject, String::new())
    }

    fn at(object: &JsValue, subject: &'a str, path: String) -> Read<Self> {
        let members = Self { subject, path, object: object.clone() };
        match js::is_object_like(object) && !js::is_array(object) {
            true => Ok(members),
            false => Err(members.wrong("", &joined(&["must be an object, not ", &shown(object)]))),
        }
    }

    /// The same under the name that it turned out to have.
    pub(super) fn named<'b>(&self, subject: &'b str) -> Members<'b> {
        Members { subject, path: self.path.clone(), object: self.object.clone() }
    }

    /// An object among the members.
    pub(super) fn object(&self, name: &str) -> Read<Option<Self>> {
        let object = self.get(name)?;
        object.map(|object| Self::at(&object, self.subject, self.path_of(name))).transpose()
    }

    /// The objects in an array among the members.
    pub(super) fn objects(&self, name: &str) -> Read<Option<Vec<Self>>> {
        let Some(items) = self.items(name)? else { return Ok(None) };
        let item = |(index, object): (usize, &JsValue)| {
            let path = joined(&[&self.path_of(name), "[", &index.to_string(), "]"]);
            Self::at(object, self.subject, path)
        };
        items.iter().enumerate().map(item).collect::<Read<_>>().map(Some)
    }

    pub(super) fn get(&self, name: &str) -> Read<Option<JsValue>> {
        match js::get(&self.object, &name.into()) {
            Ok(value) => Ok(Some(value).filter(|value| !value.is_undefined())),
            Err(error) => {
                let text = JsString::from(&*self.sentence(name, "cannot be read: "));
                Err(type_error(&text.concat(&error_text(&error)), Some(&error)))
            }
        }
    }

    pub(super) fn text(&self, name: &str) -> Read<Option<String>> {
        self.read(name, "a string", |value| value.as_string())
    }

    pub(super) fn flag(&self, name: &str) -> Read<Option<bool>> {
        self.read(name, "true or false", |value| value.as_bool())
    }

    pub(super) fn number(&self, name: &str) -> Read<Option<f64>> {
        self.read(name, "a finite number", |value| value.as_f64().filter(|number| number.is_finite()))
    }

    /// One of a closed list, by its place there.
    pub(super) fn choice(&self, name: &str, of: &[&str]) -> Read<Option<usize>> {
        let expected = joined(&["one of ", &of.join(", ")]);
        self.read(name, &expected, |value| of.iter().position(|one| *value == **one))
    }

    /// An array of strings, none of them empty or there twice.
    pub(super) fn texts(&self, name: &str) -> Read<Option<Vec<String>>> {
        let Some(items) = self.items(name)? else { return Ok(None) };
        let mut texts = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let place = joined(&[name, "[", &index.to_string(), "]"]);
            match item.as_string() {
                Some(text) if text.trim().is_empty() => return Err(self.wrong(&place, "must not be empty")),
                Some(text) if texts.contains(&text) => {
                    return Err(self.wrong(&place, &joined(&["repeats ", &shown(item)])));
                }
                Some(text) => texts.push(text),
                None => return Err(self.mismatch(&place, "a string", item)),
            }
        }
        Ok(Some(texts))
    }

    /// A member that has to be there.
    pub(super) fn required<T>(&self, name: &str, value: Option<T>) -> Read<T> {
        value.ok_or_else(|| self.wrong(name, "is missing"))
    }

    /// The error for a member: `problem` goes on after its name.
    pub(super) fn wrong(&self, name: &str, problem: &str) -> JsValue {
        type_error(&*joined(&[&self.sentence(name, problem), "."]), None)
    }

    /// The error for a member that is something else than it has to be.
    pub(super) fn mismatch(&self, name: &str, expected: &str, value: &JsValue) -> JsValue {
        self.wrong(name, &joined(&["must be ", expected, ", not ", &shown(value)]))
    }

    fn read<T>(
        &self,
        name: &str,
        expected: &str,
        convert: impl FnOnce(&JsValue) -> Option<T>,
    ) -> Read<Option<T>> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        convert(&value).map(Some).ok_or_else(|| self.mismatch(name, expected, &value))
    }

    fn items(&self, name: &str) -> Read<Option<Vec<JsValue>>> {
        let Some(value) = self.get(name)? else { return Ok(None) };
        if !js::is_array(&value) {
            return Err(self.mismatch(name, "an array", &value));
        }
        let items = js::copy_of(&value).map_err(|_| self.wrong(name, "cannot be read"))?;
        Ok(Some(items.iter().collect()))
    }

    fn path_of(&self, name: &str) -> String {
        match self.path.is_empty() || name.is_empty() {
            true => joined(&[&self.path, name]),
            false => joined(&[&self.path, ".", name]),
        }
    }

    fn sentence(&self, name: &str, problem: &str) -> String {
        match self.path_of(name).as_str() {
            "" => joined(&[self.subject, " ", problem]),
            path => joined(&[self.subject, ": ", path, " ", problem]),
        }
    }
}
