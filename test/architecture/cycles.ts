import { dirname } from 'node:path'
import type { SourceFile } from './source-files.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Files that need each other, at once or when they are called. Imports of types alone do not count: they are erased. */
export function fileCycles(files: readonly SourceFile[]): string[][] {
  return cyclesIn(graphOf(files, (path) => path))
}

/** Folders that need each other, by the same imports. */
export function folderCycles(files: readonly SourceFile[]): string[][] {
  return cyclesIn(graphOf(files, (path) => dirname(path)))
}

function graphOf(files: readonly SourceFile[], nodeOf: (path: string) => string): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of files) {
    const from = nodeOf(path)
    const to = graph.get(from) ?? new Set()
    for (const { file, typeOnly } of imports)
      if (file?.startsWith('src/') && !typeOnly && nodeOf(file) !== from) to.add(nodeOf(file))
    graph.set(from, to)
  }
  return graph
}

/** Strongly connected components of more than one node (Tarjan 1972), each in order of names. */
function cyclesIn(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    low.set(node, order.get(node)!)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== order.get(node)) return
    const component = stack.splice(stack.indexOf(node))
    if (component.length > 1) found.push(component.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}
