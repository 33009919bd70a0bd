RSpec.describe 'other' do
  it('alone') {}
end
