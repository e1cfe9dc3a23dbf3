type Bundle = { file: string; css?: string[]; imports?: string[] }
/** What Vite built of each entry. */
export type Manifest = Record<string, Bundle>

/** The document around a page the server paints. */
export const documentOf = ({ title, about, files, body }: { title: string; about: string; files: string; body: string }) => `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escaped(title)} · Pritchel</title>
    ${about}
    <meta name="theme-color" content="#18212a" media="(prefers-color-scheme: light)" />
    <meta name="theme-color" content="#0a0e12" media="(prefers-color-scheme: dark)" />
    <link rel="icon" href="/icons/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icons/apple-touch.png" />
    <script src="/theme.js"></script>
    ${files}
  </head>
  <body>
    ${body}
  </body>
</html>
`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** What a painted page loads: its styles, and its script with what that imports. */
export function headOf(manifest: Manifest, entry: string): string {
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

/** What search engines and shared links show of a page. */
export function cardOf({ title, description, url, origin }: { title: string; description: string; url: string; origin: string }) {
  const said: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', 'Pritchel'],
    ['og:locale', 'en_GB'],
    ['og:title', `${title} · Pritchel`],
    ['og:description', description],
    ['og:url', url],
    ['og:image', `${origin}/pictures/card.webp`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
  ]
  return [
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${escaped(url)}" />`,
    ...said.map(([property, content]) => `<meta property="${property}" content="${escaped(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ')
}
