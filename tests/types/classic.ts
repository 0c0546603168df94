/** The global of the classic script. */

import type { executeTool } from 'webmcp-exec';
import 'webmcp-exec/webmcp-exec.iife.js';
import { isExactly } from './equal.js';

isExactly<typeof executeTool>()(webmcpExec.executeTool);
