//! The blocks that a tool's answer is made of.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One piece of a tool's answer.
///
/// `extra` holds what a block may carry beside its own members: `annotations`, `_meta` and whatever else its
/// tool put there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum ContentBlock {
    /// A text.
    Text {
        /// The text.
        text: String,
        /// Its further members.
        #[serde(flatten)]
        extra: Map<String, Value>,
    },
    /// A picture.
    Image {
        /// The picture, in base64.
        data: String,
        /// Its media type, such as `image/png`.
        mime_type: String,
        /// Its further members.
        #[serde(flatten)]
        extra: Map<String, Value>,
    },
    /// A sound.
    Audio {
        /// The sound, in base64.
        data: String,
        /// Its media type, such as `audio/wav`.
        mime_type: String,
        /// Its further members.
        #[serde(flatten)]
        extra: Map<String, Value>,
    },
    /// A resource, as a whole.
    Resource {
        /// What it holds.
        resource: ResourceContents,
        /// Its further members.
        #[serde(flatten)]
        extra: Map<String, Value>,
    },
    /// The address of a resource.
    ResourceLink {
        /// The address.
        uri: String,
        /// Its name.
        name: String,
        /// Its name for people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        title: Option<String>,
        /// What it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        /// Its media type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        /// Its further members.
        #[serde(flatten)]
        extra: Map<String, Value>,
    },
    /// A block of another kind, or one that is not as its kind should be: as it came.
    #[serde(untagged)]
    Unknown(Value),
}

impl ContentBlock {
    /// A block of text.
    ///
    /// ```
    /// use webmcp_exec::ContentBlock;
    ///
    /// assert_eq!(ContentBlock::text("in the cart").as_text(), Some("in the cart"));
    /// ```
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), extra: Map::new() }
    }

    /// Its text, if it is a block of text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            _ => None,
        }
    }
}

/// A resource inside an answer: text, or bytes in base64.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceContents {
    /// Its address.
    pub uri: String,
    /// Its media type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// What it holds, where that is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What it holds, in base64, where that is not text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
    /// Its further members.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_kind_is_read_and_written_as_it_came() {
        let blocks = [
            json!({ "type": "text", "text": "a", "annotations": { "audience": ["user"] } }),
            json!({ "type": "image", "data": "aGk=", "mimeType": "image/png", "_meta": { "a": 1 } }),
            json!({ "type": "audio", "data": "aGk=", "mimeType": "audio/wav" }),
            json!({ "type": "resource", "resource": { "uri": "shop:/1", "mimeType": "text/plain", "text": "a" } }),
            json!({ "type": "resource", "resource": { "uri": "shop:/1", "blob": "aGk=", "more": true } }),
            json!({ "type": "resource_link", "uri": "shop:/1", "name": "mug", "mimeType": "text/html" }),
        ];
        for block in blocks {
            let read: ContentBlock = serde_json::from_value(block.clone()).unwrap();
            assert!(!matches!(read, ContentBlock::Unknown(_)), "{read:?}");
            assert_eq!(serde_json::to_value(read).unwrap(), block);
        }
    }

    #[test]
    fn what_is_no_known_block_is_kept() {
        let blocks = [
            json!({ "type": "hologram", "beams": 3 }),
            json!({ "type": "text" }),
            json!({ "type": "text", "text": 5 }),
            json!({ "text": "without a type" }),
            json!({ "type": 5 }),
            json!("text"),
            json!(null),
            json!([1]),
        ];
        for block in blocks {
            let read: ContentBlock = serde_json::from_value(block.clone()).unwrap();
            assert_eq!(read, ContentBlock::Unknown(block.clone()));
            assert_eq!(read.as_text(), None);
            assert_eq!(serde_json::to_value(read).unwrap(), block);
        }
    }
}
