import { claudeCode } from './drivers/claude-code.ts'
import { clientSuite } from './suite.ts'

const hears = {
  main: ['session-start', 'prompt', 'before-tool', 'after-tool', 'turn-end'],
  sub: ['subagent-spawn', 'subagent-start', 'before-tool', 'after-tool'],
} as const

clientSuite(claudeCode, { hears })
