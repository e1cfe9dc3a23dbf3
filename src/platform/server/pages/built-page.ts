import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A page the server paints, as the build left it. */
export type BuiltPage = {
  /** What its head loads: its styles, and its script with what that imports. */
  files: string
  /** What its `server.tsx` exports. */
  load: <Exported>() => Promise<Exported>
}

type Bundle = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Bundle>

/** Finds built pages by name and by the folder of their source, which has an `entry.tsx` and a `server.tsx`; `dist` is where the build is. */
export function openBuild(dist: string): (name: string, folder: string) => BuiltPage {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'web/.vite/manifest.json'), 'utf8'))
  return (name, folder) => ({
    files: headOf(manifest, `${folder}/entry.tsx`),
    load: () => import(pathToFileURL(join(dist, `ssr/${name}.js`)).href),
  })
}

function headOf(manifest: Manifest, entry: string): string {
  const { file, scripts, styles } = filesOf(manifest, entry)
  return [
    ...styles.map((href) => `<link rel="stylesheet" href="/${href}" />`),
    ...scripts.map((href) => `<link rel="modulepreload" href="/${href}" />`),
    `<script type="module" src="/${file}"></script>`,
  ].join('\n    ')
}

/** A bundle's script, those it imports, and the styles of all of them: shared styles hang on the shared part. */
function filesOf(manifest: Manifest, entry: string) {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const imported of manifest[name]?.imports ?? []) visit(imported)
  }
  visit(entry)
  const bundles = [...seen].map((name) => manifest[name]).filter((bundle) => bundle !== undefined)
  const file = manifest[entry]?.file ?? ''
  return {
    file,
    scripts: bundles.map((bundle) => bundle.file).filter((other) => other !== file),
    styles: [...new Set(bundles.flatMap((bundle) => bundle.css ?? []))],
  }
}
