import { expect, test } from 'vitest'
import { deviceName, deviceNoun, onDevice } from '#lib/device-name.ts'

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
