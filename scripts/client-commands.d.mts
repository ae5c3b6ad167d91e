import type { OpencodeCommand } from '../src/edges/hook/opencode-hooks.ts'

export function geminiCommand(markdown: string): string
export function opencodeCommands(files: Record<string, string>): Record<string, OpencodeCommand>
