import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { networkOf } from './sign-in-limits.ts'

test('addresses of IPv4 are told apart, those of one /64 of IPv6 are not', () => {
  const same = ['2001:db8:0:7::1', '2001:DB8::7:1:2:3:4', '2001:0db8:0000:0007:ffff::']
  assert.equal([...new Set(same.map(networkOf))], ['2001:db8:0:7::/64'])
  assert.is.not(networkOf('2001:db8:0:8::1'), networkOf('2001:db8:0:7::1'))
  assert.is(networkOf('::ffff:192.0.2.1'), networkOf('192.0.2.1'))
  assert.is.not(networkOf('192.0.2.2'), networkOf('192.0.2.1'))
})

test.run()
