require_relative '../lib/compare'

RSpec.describe Report do
  before do
    @text = "item    kind   sum\nlamp    home   1,200\nnovel   book   15\n"
    @report = Report.new(@text)
  end

  it 'reads rows' do
    expect(@report.rows.map(&:first)).to eq(%w[lamp novel])
  end

  it 'reads cells' do
    expect(@report.rows[0].cell(1)).to eq('home')
  end

  it 'sums the last column' do
    expect(@report.total('sum')).to eq(1215)
  end

  it 'finds what was added' do
    after = Report.new("#{@text}pen     desk   2\n")
    expect(Comparison.new(@report, after).added).to eq(['pen'])
  end

  it 'needs a known column' do
    expect { @report.column('price') }.to raise_error(KeyError)
  end

  it 'has three cells in a row' do
    expect(@report.rows[0].width).to eq(3)
  end
end
