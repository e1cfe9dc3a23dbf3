// Renders the app's icons from the logo: `node scripts/icons.ts`, after the logo changed. The pictures are committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'

const FOLDER = new URL('../public/icons/', import.meta.url)
const svg = readFileSync(new URL('favicon.svg', FOLDER), 'utf8')
// A launcher may cut a maskable icon to a circle of 80 %, so its mark is smaller and its ground fills the square.
const full = svg.replace(' rx="14"', '')
const maskable = full.replace('translate(11 11) scale(1.3125)', 'translate(16.5 16.5) scale(0.96875)')

const pictures = [
  { name: 'icon-192.png', size: 192, svg },
  { name: 'icon-512.png', size: 512, svg },
  { name: 'maskable-512.png', size: 512, svg: maskable },
  { name: 'apple-touch.png', size: 180, svg: full },
]

const executablePath = chromiumPath()
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
for (const picture of pictures) {
  const page = await browser.newPage({ viewport: { width: picture.size, height: picture.size } })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${picture.svg}`)
  writeFileSync(new URL(picture.name, FOLDER), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
