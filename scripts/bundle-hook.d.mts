import type { BuildOptions, Plugin } from 'esbuild'

export declare const FOR_CLIENTS: BuildOptions
export declare const lightModules: Plugin
export declare function bundleHook(folder: string, replacing?: readonly Plugin[]): Promise<string[]>
export declare function asPart(text: string): string
