import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const COPIED = ['src', 'db', 'package.json', 'tsconfig.json', 'tsconfig.server.json', '.dependency-cruiser.mjs']
const LINKED = ['node_modules', 'dist']
/** A block of code that begins with the path of its file. */
const FILE = /```ts\n\/\/ (src\/\S+)\n([\s\S]*?)```/g

/** A copy of the repository in which a third party has written the notice board as docs/INTEGRATIONS.md says. `remove` it. */
export function writtenAsDocumented() {
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-documented-'))
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true })
  for (const name of LINKED) symlinkSync(join(process.cwd(), name), join(folder, name))
  const files = [...readFileSync('docs/INTEGRATIONS.md', 'utf8').matchAll(FILE)].map(([, path = '', text = '']) => ({ path, text }))
  for (const { path, text } of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const registry = join(folder, 'src/connectors/registry.ts')
  const listed = readFileSync(registry, 'utf8')
    .replace(/(CALENDARS\b.* = \{)/, "$1 'notice-board': noticeBoard,")
    .replace(/(CONNECTORS\b.* = \[)/, '$1noticeBoard.manifest, ')
  writeFileSync(registry, `import { noticeBoard } from '#connectors/notice-board/connector.ts'\n${listed}`)
  return { folder, files, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
