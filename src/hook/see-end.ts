import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endFromRollout } from '../agents/codex.ts'
import type { HookCall } from '../agents/hook-call.ts'

/** As much of the end of a transcript as tells of the last step. */
const TAIL_BYTES = 262_144

/** A client that does not tell how a command ended has written it into its transcript before it calls. */
export function seeEnd(call: HookCall): HookCall {
  if (call.client !== 'codex' || call.tool?.ended !== 'unknown' || call.transcript === undefined) return call
  try {
    return endFromRollout(call, tailOf(call.transcript))
  } catch {
    return call
  }
}

function tailOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    readSync(file, tail, 0, tail.length, size - tail.length)
    return tail.toString('utf8')
  } finally {
    closeSync(file)
  }
}
