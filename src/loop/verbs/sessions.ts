import type { LoopContext } from '../context.ts'
import type { Keepers } from '../journal/keepers.ts'
import { sealJournal } from '../journal/seal.ts'
import type { SessionFilter, SessionView } from '../sessions/list-sessions.ts'
import type { SessionSettled, SettleRequest } from '../sessions/settle-session.ts'
import type { SessionStory } from '../sessions/show-session.ts'

/** What happens when sessions of clients pause or end, and what they left behind. */
export interface SessionVerbs {
  /** Draws the line under a session as far as it has come; again as often as one likes. */
  settleSession(request: SettleRequest): Promise<SessionSettled>
  /** Sessions, the last active first. */
  sessions(filter?: SessionFilter): Promise<SessionView[]>
  /** One session: what happened, what it was shown, how it ended, what was learned. */
  session(run: string): Promise<SessionStory>
}

export function sessionVerbs(context: LoopContext, { seals }: Keepers): SessionVerbs {
  return {
    async settleSession(request) {
      const { settleSession } = await import('../sessions/settle-session.ts')
      const settled = await settleSession(context, request)
      await sealJournal(context.journal, seals, context.now())
      return settled
    },
    sessions: async (filter) => (await import('../sessions/list-sessions.ts')).listSessions(context, filter),
    session: async (run) => (await import('../sessions/show-session.ts')).showSession(context, run),
  }
}
