// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own: the security policy refuses inline scripts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // A browser that keeps nothing follows the device's setting.
}
