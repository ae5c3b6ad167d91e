import { describe, expect, it } from 'vitest'
import { runOfCall } from './run-of-call.ts'

const CODEX = { 'x-codex-turn-metadata': { session_id: 'codex-1', turn_id: 't-1' } }

describe('the run of a call', () => {
  it('is what the client says with the call', () => {
    expect(runOfCall(CODEX, { CLAUDE_CODE_SESSION_ID: 'claude-1' }, 'own')).toBe('codex-1')
  })

  it('is else the session that started the server', () => {
    expect(runOfCall({}, { CLAUDE_CODE_SESSION_ID: 'claude-1' }, 'own')).toBe('claude-1')
    expect(runOfCall(undefined, { COPILOT_AGENT_SESSION_ID: 'copilot-1' }, 'own')).toBe('copilot-1')
  })

  it('is else that of the server', () => {
    expect(runOfCall(undefined, {}, 'own')).toBe('own')
  })

  it('is never what cannot be an id', () => {
    const wrong = [{ session_id: '../up' }, { session_id: 7 }, 'codex-1', null, {}]
    for (const turn of wrong)
      expect(runOfCall({ 'x-codex-turn-metadata': turn }, { CLAUDE_CODE_SESSION_ID: '' }, 'own')).toBe('own')
  })
})
