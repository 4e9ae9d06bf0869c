import { describe, expect, test } from 'vitest'
import { parseCents } from './amounts.ts'
import { parseNumber, parsePercent, parseSigned } from './numbers.ts'

describe('typed dollars', () => {
  test.for([
    ['5', 500],
    ['$5', 500],
    ['$ 5.50', 550],
    [' 5.5 ', 550],
    ['5.', 500],
    ['.5', 50],
    ['0', 0],
    ['1,250', 125_000],
    ['1,250.00', 125_000],
    ['$1,000,000', 100_000_000],
    ['1250', 125_000],
    ['12,50', 1250],
    ['', null],
    ['.', null],
    ['$', null],
    ['5$', null],
    ['-5', null],
    ['1e2', null],
    ['0x10', null],
    ['5.001', null],
    ['12,5', null],
    ['1,25,000', null],
    ['1,250,00', null],
    ['1.250,00', null],
    ['five', null],
    ['Infinity', null],
    ['1000000.01', null],
  ] as const)('“%s” is %s cents', ([text, cents]) => expect(parseCents(text)).toBe(cents))
})

describe('typed numbers', () => {
  test.for([
    ['5', 5],
    ['5.5 %', 5.5],
    ['5.5%', 5.5],
    ['1,250', 1250],
    ['5.125', 5.125],
    ['5,5', 5.5],
    ['6,25', 6.25],
    ['0,5 %', 0.5],
    ['8,875', 8875],
    ['0', 0],
    ['', null],
    ['%', null],
    ['-1', null],
    ['1e2', null],
    ['0x10', null],
    ['$5', null],
  ] as const)('“%s” is %s', ([text, number]) => expect(parseNumber(text)).toBe(number))
})

describe('typed percentages', () => {
  test.for([
    ['5.5', 5.5],
    ['5,5', 5.5],
    ['8,875 %', 8.875],
    ['0,875', 0.875],
    ['1,2,3', null],
    ['1,250.5', 1250.5],
    ['five', null],
  ] as const)('“%s” is %s percent', ([text, percent]) => expect(parsePercent(text)).toBe(percent))
})

describe('a number with its sign', () => {
  test.for([
    ['5', 500],
    ['+5', 500],
    ['-5', -500],
    ['−1.50', -150],
    ['-$1.50', -150],
    ['--5', null],
    ['-', null],
    ['', null],
  ] as const)('“%s” is %s cents', ([text, cents]) => expect(parseSigned(text, parseCents)).toBe(cents))
})
