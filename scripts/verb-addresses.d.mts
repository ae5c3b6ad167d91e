export function verbAddresses(): Promise<Readonly<Record<string, string>>>
