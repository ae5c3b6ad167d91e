import { codex } from './drivers/codex.ts'
import { clientSuite } from './suite.ts'

const hears = {
  main: ['session-start', 'prompt', 'before-tool', 'after-tool', 'turn-end'],
  sub: ['subagent-spawn', 'subagent-start', 'before-tool', 'after-tool'],
} as const

clientSuite(codex, { hears })
