require 'cart'

RSpec.describe Cart do
  describe '#total' do
    it('adds') { expect(Cart.new.total([1, 2])).to eq(3) }
    it('fails (a.b)?') { expect(Cart.new.total([1, 2])).to eq(4) }
  end

  xit('later') { raise }

  [1, 2].each do |count|
    it("counts #{count}") { expect(Cart.new.total([1] * count)).to eq(1) }
  end
end
