import { globSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'

/** The ways to PostgreSQL, other programs and servers. */
const WAY_OUT = /^(node_modules\/pg\/|(node:)?(child_process|worker_threads|http)$)/

/** The test files that start neither database, server nor page, by their imports: they take no time. A file that is judged wrongly costs some. */
export async function pureTests() {
  const { output } = await cruise(['src'], config.options)
  const imports = new Map(
    output.modules.map(({ source, dependencies }) => [source, dependencies.filter(isLoaded).map(({ resolved }) => resolved)]),
  )
  const files = globSync('src/**/*.test.ts').map((file) => file.replaceAll('\\', '/'))
  return new Set(files.filter((file) => ![...reached(imports, file)].some((module) => WAY_OUT.test(module))))
}

const isLoaded = ({ dependencyTypes }) => !dependencyTypes.includes('type-only')

function reached(imports, file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const next of imports.get(file) ?? []) reached(imports, next, seen)
  return seen
}
