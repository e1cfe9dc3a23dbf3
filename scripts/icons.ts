// Renders the icons of both apps: `node scripts/run.mjs scripts/icons.ts`, after a drawing changed. The pictures are committed.
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright'
import { CHROMIUM_ARGS, chromiumPath } from '#testing/chromium.ts'

const FOLDER = new URL('../public/icons/', import.meta.url)
const drawnAs = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')
const [logo, horse] = [drawnAs('favicon.svg'), drawnAs('my.svg')]
// A launcher may cut a maskable icon to a circle of 80 %, so its mark is smaller and its ground fills the square.
const full = (svg: string) => svg.replace(' rx="14"', '')

const pictures = [
  { name: 'icon-192.png', size: 192, svg: logo },
  { name: 'icon-512.png', size: 512, svg: logo },
  { name: 'maskable-512.png', size: 512, svg: full(logo).replace('translate(11 11) scale(1.3125)', 'translate(16.5 16.5) scale(0.96875)') },
  { name: 'apple-touch.png', size: 180, svg: full(logo) },
  // The owners' portal has an icon of its own.
  { name: 'my-192.png', size: 192, svg: horse },
  { name: 'my-512.png', size: 512, svg: horse },
  { name: 'my-maskable-512.png', size: 512, svg: full(horse).replace('translate(8.500 8) scale(1)', 'translate(14.5 14) scale(0.75)') },
  { name: 'my-touch.png', size: 180, svg: full(horse) },
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
