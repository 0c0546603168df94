//! The names of dictionary members, made once.

use js_sys::JsString;

/// A member of one of the dictionaries.
#[derive(Clone, Copy, Debug)]
pub(super) enum Member {
    Annotations,
    ConsequentialHint,
    Debugging,
    Description,
    Execute,
    ExposedTo,
    FromOrigins,
    InputSchema,
    Name,
    Origin,
    ReadOnlyHint,
    Signal,
    Title,
    UntrustedContentHint,
    Window,
}

/// In the order of [`Member`].
const NAMES: [&str; 15] = [
    "annotations",
    "consequentialHint",
    "debugging",
    "description",
    "execute",
    "exposedTo",
    "fromOrigins",
    "inputSchema",
    "name",
    "origin",
    "readOnlyHint",
    "signal",
    "title",
    "untrustedContentHint",
    "window",
];

impl Member {
    pub(super) fn name(self) -> &'static str {
        NAMES.get(self as usize).copied().unwrap_or_default()
    }
}

/// The names as JavaScript has them, so that none is decoded again at every call.
#[derive(Debug)]
pub(super) struct Names(Vec<JsString>);

impl Names {
    pub(super) fn new() -> Self {
        Self(NAMES.iter().map(|name| JsString::from(*name)).collect())
    }

    pub(super) fn get(&self, member: Member) -> Option<&JsString> {
        self.0.get(member as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_has_its_name() {
        for (member, name) in [
            (Member::Annotations, "annotations"),
            (Member::ConsequentialHint, "consequentialHint"),
            (Member::Debugging, "debugging"),
            (Member::Description, "description"),
            (Member::Execute, "execute"),
            (Member::ExposedTo, "exposedTo"),
            (Member::FromOrigins, "fromOrigins"),
            (Member::InputSchema, "inputSchema"),
            (Member::Name, "name"),
            (Member::Origin, "origin"),
            (Member::ReadOnlyHint, "readOnlyHint"),
            (Member::Signal, "signal"),
            (Member::Title, "title"),
            (Member::UntrustedContentHint, "untrustedContentHint"),
            (Member::Window, "window"),
        ] {
            assert_eq!(member.name(), name);
        }
    }
}
