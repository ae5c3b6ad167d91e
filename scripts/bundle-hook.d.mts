export declare function bundleHook(folder: string): Promise<string[]>
