import { readHookCall } from '../../src/edges/agents/read-hook-call.ts'
import { answerHook } from '../../src/edges/hook/entry/answer-hook.ts'
import { askInstead } from '../../src/edges/hook/fail-safely.ts'
import { HookWorld } from '../../test/worlds/hook-world.ts'
import { parsed } from '../mutate.ts'
import type { Target } from '../target.ts'
import { HOOK_CLIENTS, HOOK_WORDS, holdsAnswer, samplesOf } from './hook-payloads.ts'

/** A session in a real folder: whatever a client sends, hooks answer in its words or not at all. */
export const hookSession: Target = {
  name: 'hook-session',
  isSlow: true,
  samples: HOOK_CLIENTS.flatMap((client) => samplesOf(client).map(({ text }) => text)),
  words: HOOK_WORDS,
  open: async () => {
    const world = new HookWorld({ METTLE_HOOK_DEADLINE_MS: '60000' })
    await world.know('Always check the expiry before a token is refreshed', 'Run the migrations before the tests')
    return {
      check: async (input) => {
        const payload = parsed(input)
        if (typeof payload !== 'object' || payload === null) return
        world.now += 1
        const told = {
          ...payload,
          cwd: world.root,
          directory: world.root,
          transcript_path: null,
          transcriptPath: undefined,
        }
        const how = {
          client: 'auto',
          event: 'PreToolUse',
          environment: world.environment,
          now: world.now,
        } as const
        const call = readHookCall(told, how)
        const answered = answerHook({ payload: told, ...how })
        if (call !== undefined) return holdsAnswer(await answered, call)
        // Before a step, a payload that cannot be read makes the hook ask.
        await answered.catch((error) => askInstead(error, { ...how, cwd: world.root }))
      },
      close: () => world.remove(),
    }
  },
}
