import { claudeCode } from './drivers/claude-code.ts'
import { clientSuite } from './suite.ts'

clientSuite(claudeCode)
