import { join } from 'node:path'
import { build } from 'vite'

const ENTRY = join(import.meta.dirname, 'browser/hand.ts')

let built: Promise<string> | undefined

/**
 * The app's own outbox as a script for a page: where a test needs fifty changes and not fifty forms. It is built of the same modules
 * and writes the same copy, as another tab would. Defines `recordByHand`.
 */
export function handScript(): Promise<string> {
  built ??= buildIt()
  return built
}

async function buildIt(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['iife'], name: 'hand' } },
  })
  const [first] = [output].flat()
  if (!first || !('output' in first)) throw new Error('the outbox could not be built')
  return first.output[0].code
}
