import type { Client } from '../../../domain/values/session.ts'
import { claudeTranscript } from './claude-code.ts'
import { codexTranscript } from './codex.ts'
import { copilotTranscript } from './copilot.ts'
import { geminiTranscript } from './gemini.ts'
import type { Reading, TranscriptReader } from './transcript-reader.ts'

const READERS: Readonly<Record<Exclude<Client, 'opencode'>, (reading: Reading) => TranscriptReader>> = {
  'claude-code': claudeTranscript,
  codex: codexTranscript,
  copilot: copilotTranscript,
  gemini: geminiTranscript,
}

/** Reads the lines of a client's own record; opencode has a database instead. */
export function readerOf(client: Exclude<Client, 'opencode'>, reading: Reading): TranscriptReader {
  return READERS[client](reading)
}

/** Hooks of Copilot and Gemini are not given the id that a step has in the record. */
export function hasCallIds(client: Client): boolean {
  return client !== 'copilot' && client !== 'gemini'
}
