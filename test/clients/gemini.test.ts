import { gemini } from './drivers/gemini.ts'
import { clientSuite } from './suite.ts'

clientSuite(gemini)
