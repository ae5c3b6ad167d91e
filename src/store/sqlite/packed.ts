import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Scope } from '../../domain/scope.ts'
import { remembering } from '../../domain/sets.ts'
import type { SqlRow, SqlValue } from '../sql/driver.ts'

/** Frequent parts of recorded JSON, the most frequent last. Rows were packed with it, so it must never change. */
const COMMON = Buffer.from(
  '{"surface":"library"}{"surface":"mcp","client":"copilot"}{"surface":"cli","client":"cursor"}{"surface":"http","client":"gemini"}{"surface":"hook","client":"codex"}{"surface":"hook","client":"claude-code"}{"source":"tool","trust":"untrusted"}{"source":"user","trust":"verified"}{"source":"mettle","trust":"internal"}{"evidence":{"appliedRuns":0,"citedRuns":0,"harmful":{"at":0,"value":0},"harmfulCount":0,"helpful":{"at":0,"value":0},"helpfulCount":0,"ignoreCount":0,"ignoreWeight":0,"regressions":0,"reinforcements":0,"successes":0,"wasValidated":false},"pattern":{"agedSteps":0,"aliases":[],"appliesTo":["*"],"category":"insight","contexts":["run "],"days":["2026-"],"decisions":{},"files":["src/.ts"],"firstSeenAt":,"id":"p-","labels":[],"lastSeenAt":,"lastUsedAt":,"phases":[],"polarity":"do","quarantined":false,"role":"planner","sightings":2,"strength":"causal","tags":[],"text":"","textHash":"","trust":"internal"}}{"capturedAt":,"event":"01K","learning":{"agent":"coder","appliesTo":["*"],"learning":"l-","lesson":"","role":"auditor","whatHappened":""},"provenance":{"source":"mettle","trust":"internal"},"reason":"new","run":"","status":"approved"}{"appliesTo":["*"],"category":"convention","context":{"files":["src/.ts"],"labels":[]},"joined":{"method":"new","similarity":0},"learning":"l-","pattern":"p-","polarity":"do","role":"judge","strength":"causal","text":"","textHash":""}{"build":{"at":1,"passed":true},"iteration":1,"measured":false,"number":1,"rows":{"p-":{"acknowledged":true,"builds":true,"counted":true,"shown":true,"unchecked":[{"file":"src/.ts","line":1}],"verified":true},"p-":{"acknowledged":false,"builds":true,"counted":false,"shown":true,"verified":false},"p-"run":"","startedAt":1{"course":{"iteration":1,"shown":{"p-":{"iteration":1,"receipt":""},"p-"}},"exposure":{"context":"builder","ended":{"baseline":0.6,"success":true},"shown":{"p-":{"effect":0.1,"relevance":1},"p-":{"effect":0.1,"relevance":0.},"told":{"p-":{"outcome":{"cause":"failure cited","isInternal":true,"isObserved":true,"leak":1.,"log":{"harm":-0.,"help":-0.,"neutral":-0.}}}}},"feedback":"harmful","given":{"p-":{"at":1,"credit":{"harmful":0.25,"helpful":0,"ignoreWeight":0,"reinforcements":0,"successes":0}}},"run":{"builds":{"failed":0,"passed":1},"claims":{},"errors":0,"firstAt":1,"id":"","lastAt":1,"number":1,"outcome":{"at":1,"observedBy":"test","result":"success","whole":true},"receipts":1,"reinforced":[],"tiers":{"p-":"applied","p-":"cited","p-":"shown","p-"},"withheld":[]}}{"budgetTokens":500,"displaced":[{"pattern":"p-","reason":"budget","score":0.,"tokens":21}],"displacedTotal":20,"items":[{"parts":{"boost":0,"categoryWeight":1.3,"decay":0.,"multiplier":1,"semantic":0.,"successRate":0.},"pattern":"p-","propensity":1,"score":0.,"tokens":28}],"path":"truncated","policyHash":"","profile":"classic","receipt":"","request":{"labels":["api"],"task":""},"role":"builder","surface":"role-block","usedTokens":480,"withheld":[]}',
)

/** Represents a project in all rows but its head: a number, because each row and each index entry would repeat the names. */
export type Owner = readonly [organisation: string, project: string]

export function ownerOf({ organisation, project }: Scope, short?: SqlValue): Owner {
  return typeof short === 'string' ? ['', short] : [organisation, project]
}

/** Shorter texts are not compressed: reading them would cost more time than the saved space is worth. */
const LEAST = 400
/** Node makes a buffer of 16 KB for each text unless it is told how much comes out of most. */
const PACKING = { level: 3, dictionary: COMMON, chunkSize: 4_096 }

/** There are few documents of these kinds, and every run writes them again: packing them each time costs more than it saves. */
const REWRITTEN = new Set(
  'adapter agent baseline calibration day failure loop pattern posterior priors skill thresholds usage'.split(' '),
)

/** Compresses a long text; `kind` is that of the document, if the text is its body. */
export function packed(text: SqlValue, kind?: SqlValue): SqlValue {
  const isLong = typeof text === 'string' && text.length >= LEAST && !REWRITTEN.has(kind as string)
  return isLong ? deflateRawSync(text, PACKING) : text
}

/** Cached: the same few texts are in nearly every event. */
const bytesOf = remembering((text: SqlValue) => (typeof text === 'string' ? deflateRawSync(text, PACKING) : text))
const textOf = remembering((bytes: string) => inflated(Buffer.from(bytes, 'latin1')))

const IS_HASH = /^[0-9a-f]{64}$/
const NOTHING = new Uint8Array(0)

/** Packs a value, or unpacks its bytes, given the stream of its event or the kind of its document; the run can mostly be derived from the stream. */
type Kept<T extends SqlValue> = (value: T, of?: SqlValue) => SqlValue
type Way = readonly [pack: Kept<SqlValue>, unpack: Kept<Uint8Array>]

const LONG: Way = [packed, inflated]
const REPEATED: Way = [bytesOf, (bytes) => textOf(view(bytes).toString('latin1'))]
const HASH: Way = [
  (hash) => (IS_HASH.test(String(hash)) ? Buffer.from(String(hash), 'hex') : hash),
  (bytes) => view(bytes).toString('hex'),
]
const RUN: Way = [
  (run, stream) => (run !== null && stream === `run/${run}` ? NOTHING : run),
  (_, stream) => String(stream).slice('run/'.length),
]
const WAYS: Readonly<Record<string, Way>> = {
  ...{ run: RUN, payload: LONG, body: LONG, origin: REPEATED, provenance: REPEATED },
  ...{ payload_digest: HASH, previous_hash: HASH, hash: HASH },
}

/** The columns that this file packs; a released migration is built from them. */
export const PACKED_COLUMNS: readonly string[] = Object.keys(WAYS)

/** Returns a function that packs rows of these columns. */
export function packer(columns: readonly string[]): (row: readonly SqlValue[]) => readonly SqlValue[] {
  const ways = columns.map((column) => WAYS[column]?.[0])
  if (ways.every((way) => way === undefined)) return (row) => row
  const of = columns.findIndex((column) => column === 'stream' || column === 'kind')
  return (row) => row.map((value, at) => ways[at]?.(value, row[of]) ?? value)
}

/** The original row; rows of an older journal are not packed. */
export function unpacked(row: Record<string, SqlValue>): SqlRow {
  for (const column of PACKED_COLUMNS) {
    const value = row[column]
    if (value instanceof Uint8Array) row[column] = WAYS[column]![1](value, row.stream)
  }
  return row as SqlRow
}

/** Damaged bytes give a text that nobody records: neither JSON nor the source of a digest. */
function inflated(bytes: Uint8Array): string {
  try {
    return inflateRawSync(bytes, PACKING).toString()
  } catch {
    return '\ufffd'
  }
}

function view({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
