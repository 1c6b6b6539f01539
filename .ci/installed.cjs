// Exits 0 when node_modules holds exactly what package-lock.json asks for and its compiled part loads.
// Plain JavaScript: it runs before there is a compiler.
const { readFileSync } = require('node:fs')

try {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  const missing = [...wanted].filter(([path, { version, optional }]) =>
    installed.has(path) ? installed.get(path).version !== version : !optional,
  )
  const foreign = [...installed.keys()].filter((path) => !wanted.has(path))
  const Database = require('better-sqlite3')
  new Database(':memory:').close()
  process.exitCode = missing.length + foreign.length > 0 ? 1 : 0
} catch {
  process.exitCode = 1
}

function packagesOf(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(Object.entries(packages).filter(([path]) => path !== ''))
}
