import { expect, test } from 'vitest'
import { deviceName, deviceNoun, onDevice, shellName } from '#lib/device-name.ts'

test('a device is named after the user agent of its browser', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
  const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0'
  expect(deviceName(android)).toBe('Chrome on Android')
  expect(deviceName(iphone)).toBe('Safari on iPhone')
  expect(deviceName(edge)).toBe('Edge on Windows')
  expect(deviceName('')).toBe('Unknown device')
})

test('a sentence names the device on which something was written', () => {
  const ipad =
    'Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1'
  expect(deviceNoun(ipad)).toBe('iPad')
  expect(onDevice(deviceNoun(ipad))).toBe('on the iPad')
  expect(onDevice(deviceNoun('lightMyRequest'))).toBe('on another device')
})

test('a shell is named after its system and what its device calls itself', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Electron/45.4.1'
  expect(shellName({ kind: 'desktop', model: 'ThinkPad X1' }, windows)).toBe('Pritchel for Windows, ThinkPad X1')
  expect(shellName({ kind: 'desktop', model: '' }, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('Pritchel for Mac')
  expect(shellName({ kind: 'desktop', model: '' }, '')).toBe('Pritchel for desktop')
  expect(shellName({ kind: 'ios', model: 'iPhone' }, windows)).toBe('Pritchel for iPhone')
  expect(shellName({ kind: 'ios', model: 'iPad Air' }, windows)).toBe('Pritchel for iPad, iPad Air')
  expect(shellName({ kind: 'android', model: 'Pixel 8' }, windows)).toBe('Pritchel for Android, Pixel 8')
})
