require_relative '../lib/cart'

RSpec.describe Cart do
  before do
    SEEN.clear
  end

  it 'reduces' do
    expect(Cart.new([20]).total('A')).to eq(10)
  end

  it 'reduces again' do
    expect(parse('x')).to eq(0)
    discount('B')
    discount('A')
    expect(Cart.new([30, 5]).total('A')).to eq(25)
  end
end
