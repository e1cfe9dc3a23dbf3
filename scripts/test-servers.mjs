// Servers from npm that tests speak to: each is a folder of `test-servers` with a lock of its own, so that none of them reaches the product.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './bootstrap.mjs'

/** Installs those that are not here as their locks want them. What can't be installed is skipped by its tests, which say so. */
export function installTestServers() {
  for (const lock of globSync('test-servers/*/package-lock.json', { cwd: root })) {
    const folder = join(root, lock, '..')
    if (isInstalled(folder)) continue
    console.log(`Installing ${join(lock, '..')} (once)…`)
    try {
      run('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'], { cwd: folder })
    } catch {
      console.log('npm could not install it')
    }
  }
}

/** Packages for other platforms are missing on purpose. */
function isInstalled(folder) {
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const has = packagesOf(installed)
  const wanted = Object.entries(packagesOf(join(folder, 'package-lock.json')))
  return wanted.every(([name, { version, optional }]) => name === '' || (optional && !has[name]) || has[name]?.version === version)
}
