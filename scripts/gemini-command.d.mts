export function geminiCommand(markdown: string): string
