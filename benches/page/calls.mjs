/** The measurements that the site's page makes, too, with the package as an application finds it. */

/** @import {Plan} from '../../www/bench/measure/sampling.js' */

import * as exec from 'webmcp-exec';
import * as bytes from '../../www/bench/measure/bytes.js';
import * as calls from '../../www/bench/measure/calls.js';
import * as flights from '../../www/bench/measure/flights.js';
import { modelContext } from './provide.mjs';

/** @param {number} tools @param {Plan & { only?: string[] }} plan */
export const measureCalls = (tools, plan) => calls.measureCalls(exec, modelContext(), tools, plan);

export const countMicrotasks = () => calls.countMicrotasks(exec, modelContext());

/** @param {number} size @param {Plan} plan */
export const measureBytes = (size, plan) => bytes.measureBytes(exec, modelContext(), size, plan);

/** @param {number} count @param {Plan} plan */
export const measureFlights = (count, plan) => flights.measureFlights(exec, modelContext(), count, plan);
