import { expect, test } from 'vitest'
import { siteName } from './site-names.ts'

test.for([
  ['https://www.facebook.com/marakeramik', 'Facebook'],
  ['https://m.facebook.com/marakeramik', 'Facebook'],
  ['https://instagram.com/marakeramik', 'Instagram'],
  ['https://WWW.Instagram.com/marakeramik/', 'Instagram'],
  ['https://x.com/marakeramik', 'X'],
  ['https://phoenix.com/marakeramik', 'phoenix.com'],
  ['https://facebook.com.example/marakeramik', 'facebook.com.example'],
  ['https://www.mara-keramik.example/blog', 'mara-keramik.example'],
  ['mailto:mara@keramik.example', 'mara@keramik.example'],
  ['marakeramik', 'marakeramik'],
] as const)('%s has the name %s', ([address, name]) => expect(siteName(address)).toBe(name))
