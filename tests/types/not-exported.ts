import * as entry from 'webmcp-exec';

// @ts-expect-error the core is the entry's own
entry.initSync;
// @ts-expect-error and cannot be imported from inside the package
import('webmcp-exec/generated/exec.js');
// @ts-expect-error nor can a file of an entry
import('webmcp-exec/index.js');
