import { copilot } from './drivers/copilot.ts'
import { clientSuite } from './suite.ts'

clientSuite(copilot)
