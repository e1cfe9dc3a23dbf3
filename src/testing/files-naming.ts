import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every stored file that matches by its words or its name, PDFs as a reader shows them. */
export function filesNaming(folder: string, pattern: RegExp): string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return all
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const content = readFileSync(path)
      const words =
        content.subarray(0, 5).toString() === '%PDF-'
          ? execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })
          : content.toString('latin1')
      return pattern.test(words) || pattern.test(path)
    })
}
