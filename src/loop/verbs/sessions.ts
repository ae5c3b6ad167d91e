import type { LoopContext } from '../context.ts'
import type { Keepers } from '../keepers.ts'
import type { SessionFilter, SessionView } from '../list-sessions.ts'
import { sealJournal } from '../seal.ts'
import type { SessionSettled, SettleRequest } from '../settle-session.ts'
import type { SessionStory } from '../show-session.ts'

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
      const { settleSession } = await import('../settle-session.ts')
      const settled = await settleSession(context, request)
      await sealJournal(context.journal, seals, context.now())
      return settled
    },
    sessions: async (filter) => (await import('../list-sessions.ts')).listSessions(context, filter),
    session: async (run) => (await import('../show-session.ts')).showSession(context, run),
  }
}
