import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HookCall } from '../agents/hook-call.ts'
import { lacksWord, withTranscript } from '../agents/transcript.ts'

/** As much of the end of a transcript as tells of the last step. */
const TAIL_BYTES = 262_144

/** Copilot writes the last words of a turn while it calls the hook; seen up to 65 ms after the call. */
const PATIENCE_MS = 150
const STEP_MS = 15

/** The call with what its client left out and wrote into its transcript: how a command ended, what was said last. */
export async function seeEnd(call: HookCall): Promise<HookCall> {
  if (!lacksWord(call)) return call
  const tries = call.client === 'copilot' ? PATIENCE_MS / STEP_MS : 1
  for (let left = tries; left > 0; left -= 1) {
    const told = seen(call)
    if (told !== call || left === 1) return told
    await sleep(STEP_MS)
  }
  return call
}

function seen(call: HookCall): HookCall {
  try {
    return withTranscript(call, tailOf(call.transcript!))
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
