import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { zipPlace } from './zip-places.ts'

test.for([
  ['78701', 'Austin', 'TX'],
  ['10001', 'New York', 'NY'],
  ['90210', 'Beverly Hills', 'CA'],
  ['00501', 'Holtsville', 'NY'],
  ['99501', 'Anchorage', 'AK'],
  ['96799', 'Pago Pago', 'AS'],
  ['09001', 'APO', 'AE'],
  ['00000', null, null],
  ['99999', null, 'AK'],
] as const)('%s is in %s, %s', async ([zip, city, state]) => {
  expect(await zipPlace(zip)).toEqual({ city, state })
})

test('anyone gets the place of a ZIP code, and nothing of what is none', async () => {
  const { get } = await testApp()
  const answer = await get('/api/zip-codes/53703')
  expect(answer.json()).toEqual({ city: 'Madison', state: 'WI' })
  expect(answer.headers['cache-control']).toBe('public, max-age=86400')
  for (const path of ['5370', '537033', 'abcde', '53703%0A', '']) {
    const { statusCode } = await get(`/api/zip-codes/${path}`)
    expect([400, 404], path).toContain(statusCode)
  }
})
